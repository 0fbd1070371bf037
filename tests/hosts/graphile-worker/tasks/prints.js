module.exports = async () => {
  console.log("printed line");
  console.error("printed error");
  process.stdout.write("in ");
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.stdout.write("two parts\n");
};
