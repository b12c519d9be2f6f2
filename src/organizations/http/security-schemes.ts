/** How the reference describes the ways to authenticate. */
export const securitySchemes = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key as it is: `Authorization: Bearer qk_…`. The simplest way, for curl.',
  },
  jwt: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token about this one request, signed with a shared secret (HS256) or the key of a registered certificate (RS256), as the client SDKs make it.',
  },
  httpSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'signature',
    description:
      'HTTP Signature with a shared secret (HmacSHA256) over `host`, `date`, `request-target`, `v-c-merchant-id` and, with a body, `digest`, as the client SDKs make it.',
  },
} as const

/** Any one of them. */
export const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))
