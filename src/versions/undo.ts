/** A resource of the API as JSON. Its member `object` names its kind. */
export type Resource = { readonly [member: string]: unknown }

/**
 * What a date changed in resources that were there before it, changed back for clients of older dates: a pure function for each kind of
 * resource. It gets the shape of its own date and returns that of the date before. It need not remove what `x-since` marks.
 */
export type Undo = { readonly [kind: string]: (resource: Resource) => Resource }
