/** The facts that the service writes into the page: see src/portal/pages/shell-page.ts. */
const { dataset } = document.documentElement

/** The path of the base URL without a slash at its end; empty for most installations. */
export const ROOT_PATH = dataset['root'] ?? ''

/** Whether the browser sent the cookie of a session, which scripts cannot read. The session may have ended. */
export const HAS_SESSION_COOKIE = dataset['session'] === 'yes'

/** Whether the service delivers the reference of its API. */
export const HAS_DOCS = dataset['docs'] === 'yes'

/** Whether this is a restored copy that is read-only until the operator activates it. */
export const IS_COPY = dataset['copy'] === 'yes'

/** The version of the service that delivered the page. */
export const PAGE_VERSION = dataset['version'] ?? ''
