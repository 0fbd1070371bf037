export { jsJob as default } from "../tasks.mjs";
