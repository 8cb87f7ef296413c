// Generated from openapi.yaml by `make generate`. Do not edit.

export const MEMBERS_SINCE = {}
