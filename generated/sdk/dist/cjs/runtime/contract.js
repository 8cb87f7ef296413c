"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.BASE_URL = exports.API_VERSION = exports.PACKAGE_VERSION = void 0;
/** The version of the package. */
exports.PACKAGE_VERSION = "0.1.0";
/** The Service-Version that the types of this package describe. */
exports.API_VERSION = "2026-04-27";
/** Where requests go when neither the option nor VINTEM_BASE_URL says so. */
exports.BASE_URL = "http://127.0.0.1:3000";
