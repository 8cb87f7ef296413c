export type { ErrorCode, ErrorType, Event } from "../models.js";
/** The version of the package. */
export declare const PACKAGE_VERSION: string;
/** The Service-Version that the types of this package describe. */
export declare const API_VERSION: string;
/** Where requests go when neither the option nor VINTEM_BASE_URL says so. */
export declare const BASE_URL: string;
