export default (payload, { abortPromise }) => abortPromise;
