export default (payload, { logger }) => {
  logger.error("an error");
  logger.warn("a warning", { code: 7 });
  logger.info("info: ü, 日本語, 🎉", { nested: { list: [1, null, "x"] }, when: new Date(0) });
  logger.debug("unless asked for, not seen");
  logger.log("warning", "by name");
  logger.log("info", "by name, with meta", { a: 1 });
  logger.info("");
  logger.info("percent %s %d %% stays", { not: "an argument" });
  logger.scope({ label: "part" }).info("of a scope");
  logger.scope({ label: "part" }).scope({ request: "r-1" }).warn("of a scope in a scope", { also: 2 });
  logger.info("x".repeat(5000));
};
