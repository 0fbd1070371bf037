export const run = () => {};
export const other = 1;
