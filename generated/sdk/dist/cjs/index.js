"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    var desc = Object.getOwnPropertyDescriptor(m, k);
    if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
      desc = { enumerable: true, get: function() { return m[k]; } };
    }
    Object.defineProperty(o, k2, desc);
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __exportStar = (this && this.__exportStar) || function(m, exports) {
    for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.default = exports.Vintem = exports.webhooks = void 0;
__exportStar(require("./runtime/errors.js"), exports);
var webhooks_js_1 = require("./runtime/webhooks.js");
Object.defineProperty(exports, "webhooks", { enumerable: true, get: function () { return webhooks_js_1.webhooks; } });
var vintem_js_1 = require("./vintem.js");
Object.defineProperty(exports, "Vintem", { enumerable: true, get: function () { return vintem_js_1.Vintem; } });
Object.defineProperty(exports, "default", { enumerable: true, get: function () { return vintem_js_1.Vintem; } });
