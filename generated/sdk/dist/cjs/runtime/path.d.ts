/**
 * A path with its ids, encoded, in the places of their names. An id that would lead to another path (empty, `.`, `..`, not
 * a string) is refused: GET /v1/customers/ is not a customer.
 */
export declare const fillPath: (path: string, ids?: string[]) => string;
