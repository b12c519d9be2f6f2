// pure
/** The ways to authenticate, for the API reference. */
export const securitySchemes = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `Authorization: Bearer qk_…`. The simplest way, for example with curl.',
  },
  jwt: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token for this one request, signed with a shared secret (HS256) or the key of a registered certificate (RS256), as the client SDKs do.',
  },
  httpSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'signature',
    description:
      'HTTP Signature with a shared secret (HmacSHA256) over `host`, `date`, `request-target`, `v-c-merchant-id` and, with a body, `digest`, as the client SDKs do.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-quittance',
    description:
      'The cookie of a person who has signed in to the portal. Requests that change something must come from a page of the service itself. `organizationId` in the query names the organization; a request with a key as well is refused.',
  },
} as const

/** The same for a refused request: `WWW-Authenticate`. */
export const challenges = [
  'Bearer realm="Quittance"',
  'Signature realm="Quittance", headers="host date request-target digest v-c-merchant-id"',
].join(', ')

/** Any one of them is enough. */
export const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

/** For routes that only people may use. */
export const sessionOnly = [{ session: [] }]
