// pure

/** The pages for developers, in their order. A page that is not built yet has no entry. */
export const SECTIONS = [
  { name: 'keys', to: '/o/$organizationId/developers/keys' },
  { name: 'webhooks', to: '/o/$organizationId/developers/webhooks' },
  { name: 'requests', to: '/o/$organizationId/developers/requests' },
  { name: 'events', to: '/o/$organizationId/developers/events' },
  { name: 'sandbox', to: '/o/$organizationId/developers/sandbox' },
] as const

export type Section = (typeof SECTIONS)[number]['name']
