// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreateParams,
  WebhookEndpointDeleted,
  WebhookEndpointRotateSecretParams,
  WebhookEndpointUpdateParams,
  WebhookEndpointWithSecret,
} from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `webhookEndpoints.listDeliveries`. */
export interface ListWebhookDeliveriesParams {
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** The query parameters of `webhookEndpoints.list`. */
export interface ListWebhookEndpointsParams {
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** The URLs that receive signed events. Each delivery is attempted up to seven times over about 31 hours. */
export class WebhookEndpointsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Register a webhook endpoint.
   *
   * Sends events from now on to the URL, signed with `secret`. Only this response shows the secret, until you rotate it. The URL must be
   * https, with a valid certificate and without credentials. Events are shown as the version of this request shows them.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `limit_reached`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: WebhookEndpointCreateParams, options?: RequestOptions): Promise<WithResponse<WebhookEndpointWithSecret>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/webhook_endpoints",
      body: params,
      options,
    })
  }

  /**
   * Delete a webhook endpoint.
   *
   * Stops sending events to the endpoint. Its pending deliveries are canceled.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  delete(id: string, options?: RequestOptions): Promise<WithResponse<WebhookEndpointDeleted>> {
    return this.#client.request({
      method: "DELETE",
      path: "/v1/webhook_endpoints/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * List the deliveries of a webhook endpoint.
   *
   * Newest first, with the outcome of the last attempt and the time of the next one. Deliveries are kept as long as their events.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  listDeliveries(
    id: string,
    params?: ListWebhookDeliveriesParams | null,
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.#client.list({
      method: "GET",
      path: "/v1/webhook_endpoints/{id}/deliveries",
      ids: [id],
      query: params,
      options,
    })
  }

  /**
   * List webhook endpoints.
   *
   * Newest first, without their secrets.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListWebhookEndpointsParams | null, options?: RequestOptions): PagePromise<WebhookEndpoint> {
    return this.#client.list({
      method: "GET",
      path: "/v1/webhook_endpoints",
      query: params,
      options,
    })
  }

  /**
   * Deliver an event again.
   *
   * Creates a new pending delivery of an event to this endpoint, even if the endpoint does not subscribe to the type. This works as long as the
   * event is kept. The first attempt runs at the scheduler's next tick. It shows the event as the endpoint's version shows it now. If that
   * version has no such type, the response is 404 `event_not_found`, unless the endpoint receives all types (`*`).
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`, `event_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @param eventId The id of the event to deliver again (`evt_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  replay(id: string, eventId: string, options?: RequestOptions): Promise<WithResponse<WebhookDelivery>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/webhook_endpoints/{id}/deliveries/{eventId}/replay",
      ids: [id, eventId],
      options,
    })
  }

  /**
   * Retrieve a webhook endpoint.
   *
   * The endpoint, without its secret.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<WebhookEndpoint>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/webhook_endpoints/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Rotate the signing secret.
   *
   * Creates a new secret. Only this response shows it. The old secret stops signing at once, including for attempts that are still pending.
   *
   * To change the secret on your servers without losing a webhook, send `expire_old_in`. For that many seconds of real time, every attempt is
   * signed with both secrets: its header has two `v1`, the new secret's first. If you rotate again in that time, the oldest secret stops at once.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  rotateSecret(
    id: string,
    params?: WebhookEndpointRotateSecretParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<WebhookEndpointWithSecret>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/webhook_endpoints/{id}/rotate_secret",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Update a webhook endpoint.
   *
   * Changes the fields that you send and leaves the others unchanged. `null` clears the `description`. The secret stays. Pending deliveries go
   * to the new URL from their next attempt on. `events` and `service_version` are for events from now on: what a delivery sends is the same at
   * every attempt.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `webhook_endpoint_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the webhook endpoint (`we_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  update(
    id: string,
    params?: WebhookEndpointUpdateParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<WebhookEndpoint>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/webhook_endpoints/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
