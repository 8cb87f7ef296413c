// Generated from openapi.yaml by `make generate`. Do not edit.

export const MEMBERS_SINCE = {
  "token": {
    "card": {
      "funding": "2026-12-01"
    }
  },
  "payment_intent": {
    "payment_method_details": {
      "card": {
        "funding": "2026-12-01",
        "three_d_secure": "2026-12-01"
      },
      "acquirer": "2026-12-01"
    },
    "capture_method": "2026-12-01",
    "amount_capturable": "2026-12-01",
    "amount_received": "2026-12-01",
    "payment_method_options": "2026-12-01",
    "capture_before": "2026-12-01",
    "hosted_url": "2026-12-01",
    "payment_link": "2026-12-01",
    "replaces": "2026-12-01",
    "replaced_by": "2026-12-01"
  },
  "payment_method": {
    "card": {
      "funding": "2026-12-01"
    },
    "pix_automatico": "2026-12-01",
    "metadata": "2026-12-01"
  },
  "customer": {
    "locale": "2026-12-01"
  },
  "customer_subscription": {
    "paused": "2026-12-01",
    "payment_method": "2026-12-01",
    "metadata": "2026-12-01"
  },
  "dispute": {
    "status": "2026-12-01",
    "due_by": "2026-12-01",
    "network_reason": "2026-12-01"
  },
  "webhook_endpoint": {
    "service_version": "2026-12-01"
  }
}

export const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
  "payment_intent.requires_action",
  "payment_intent.processing",
  "payment_intent.amount_capturable_updated",
  "customer.created",
  "customer.updated",
  "payment_method.attached",
  "payment_method.updated",
  "payment_method.detached",
  "customer_subscription.created",
  "customer_subscription.updated",
  "customer_subscription.trial_will_end",
  "customer_subscription.paused",
  "customer_subscription.resumed",
  "customer_subscription.canceled",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "payout.created",
  "payout.paid",
  "payout.failed"
] as const

export const EVENT_TYPES_SINCE = {
  "payment_intent.requires_action": "2026-12-01",
  "payment_intent.processing": "2026-12-01",
  "payment_intent.amount_capturable_updated": "2026-12-01",
  "customer.created": "2026-12-01",
  "customer.updated": "2026-12-01",
  "payment_method.attached": "2026-12-01",
  "payment_method.updated": "2026-12-01",
  "payment_method.detached": "2026-12-01",
  "customer_subscription.created": "2026-12-01",
  "customer_subscription.updated": "2026-12-01",
  "customer_subscription.trial_will_end": "2026-12-01",
  "customer_subscription.paused": "2026-12-01",
  "customer_subscription.resumed": "2026-12-01",
  "customer_subscription.canceled": "2026-12-01",
  "refund.created": "2026-12-01",
  "refund.updated": "2026-12-01",
  "refund.failed": "2026-12-01",
  "charge.dispute.updated": "2026-12-01",
  "charge.dispute.closed": "2026-12-01",
  "payout.created": "2026-12-01",
  "payout.paid": "2026-12-01",
  "payout.failed": "2026-12-01"
}
