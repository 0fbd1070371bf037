exports.default = async (payload, { logger }) => {
  logger.info(`to log: ${payload.text}`);
  console.log(`to output: ${payload.text}`);
};
