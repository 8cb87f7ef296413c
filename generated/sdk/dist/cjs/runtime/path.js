"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.fillPath = void 0;
const errors_js_1 = require("./errors.js");
/**
 * A path with its ids, encoded, in the places of their names. An id that would lead to another path (empty, `.`, `..`, not
 * a string) is refused: GET /v1/customers/ is not a customer.
 */
const fillPath = (path, ids = []) => {
    let next = 0;
    return path.replace(/\{\w+\}/g, () => {
        const id = ids[next++];
        if (typeof id !== "string" || id === "" || id === "." || id === "..") {
            throw new errors_js_1.VintemError(`An id in ${path} is ${JSON.stringify(id)}. Give the id that the service answered.`);
        }
        return encodeURIComponent(id);
    });
};
exports.fillPath = fillPath;
