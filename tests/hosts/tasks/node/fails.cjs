module.exports = async () => {
  throw new Error("as asked");
};
