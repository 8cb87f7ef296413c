/** The version of the package. */
export const PACKAGE_VERSION = "0.1.0";
/** The Service-Version that the types of this package describe. */
export const API_VERSION = "2026-04-27";
/** Where requests go when neither the option nor VINTEM_BASE_URL says so. */
export const BASE_URL = "http://127.0.0.1:3000";
