export default (payload, { progress }) => progress(0.5, "half");
