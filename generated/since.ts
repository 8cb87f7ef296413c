// Generated from openapi.yaml by `make generate`. Do not edit.

export const MEMBERS_SINCE = {
  "webhook_endpoint": {
    "service_version": "2026-12-01"
  }
}

export const EVENT_TYPES_SINCE = {}
