// Makes source files of the C++ examples in a page of the manual, so that they are compiled.
//
//   node snippets.mjs PAGE FOLDER     prints the files, separated by ';'
//
// The types that the first example declares are known to all others. An example without a function or class
// of its own is a piece of a function, which has `app`, `registry` and `options`. A plugin has its own file.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [page, folder] = process.argv.slice(2);
const examples = [...readFileSync(page, "utf8").matchAll(/^```cpp\n(.*?)^```$/gms)].map((match) => match[1]);
if (examples.length < 10 || !examples[0].includes("int main("))
  throw new Error(`${page} is not written as this expects`);

const isInclude = (line) => line.startsWith("#include");
const includesOf = (code) => code.split("\n").filter(isInclude);
const withoutIncludes = (code) => code.split("\n").filter((line) => !isInclude(line)).join("\n");
const isWhole = (code) => /^\{$/m.test(code);

const plugins = examples.filter((code) => code.includes("Q_PLUGIN_METADATA"));
const others = examples.filter((code) => !plugins.includes(code));
const shared = withoutIncludes(examples[0]).split("int main(")[0];
const parts = others.map((code, index) => {
  const rest = withoutIncludes(code);
  const inFunction = `void example(QCoreApplication &app, std::shared_ptr<TaskRegistry> registry, WorkerOptions options)
{
${rest}}`;
  return `namespace example${index + 1} {
${isWhole(code) ? rest : inFunction}
}
`;
});
const files = new Map([
  ["examples.cpp", `${[...new Set(others.flatMap(includesOf))].join("\n")}
using namespace std::chrono_literals;
${shared}
TaskOutcome makeReport(const TaskContext &context);

${parts.join("\n")}`],
  ...plugins.map((code) => [`${code.match(/#include "(\w+)\.moc"/)[1]}.cpp`, code]),
]);

mkdirSync(folder, { recursive: true });
for (const [name, source] of files) writeFileSync(`${folder}/${name}`, source);
process.stdout.write([...files.keys()].map((name) => `${folder}/${name}`).join(";"));
