"use strict";

let count = 0;
module.exports = () => ++count;
