import type { ErrorShapeOfPrefix } from '../../platform/http/errors/error-shape.ts'
import { siteErrors } from '../../platform/http/errors/site-errors.ts'
import { prefersHtml } from '../../platform/http/negotiation/accept-header.ts'
import { HTML_TYPE } from '../../platform/http/pages/send-html.ts'
import type { PortalPages } from './portal-pages.ts'
import { SHELL_HEADERS } from './shell-headers.ts'

/** An unknown path is the portal's own "not found" for a browser. Other failures need no script to be shown. */
export function portalPageErrors({ shell }: PortalPages): ErrorShapeOfPrefix {
  const { shape } = siteErrors({ hasStart: true })
  return {
    prefix: '/',
    shape: (failure, context) => {
      const isUnknown = failure.httpStatus === 404 && prefersHtml(context.accept)
      const body = isUnknown ? shell(context) : undefined
      return body === undefined ? shape(failure, context) : { contentType: HTML_TYPE, body, headers: SHELL_HEADERS }
    },
  }
}
