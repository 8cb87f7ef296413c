/** The e-mail address of a customer who was erased. */
export const ERASED_EMAIL = "erased@invalid"
