import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { mayHaveSession } from '../api/session-gate.ts'
import { organizationQuery } from '../session/organization.ts'
import { type Session, sessionQuery } from '../session/session.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { PagePending } from '../shell/page-pending.tsx'
import { PageProblem } from '../shell/page-problem.tsx'
import { RootFrame } from '../shell/root-frame.tsx'
import { Shell } from '../shell/shell.tsx'

type Context = { readonly client: QueryClient }

export const root = createRootRouteWithContext<Context>()({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: PageProblem,
})

/** Loads who is signed in, or leads to the sign-in, which leads back here. */
export async function signedIn({ client }: Context, href: string): Promise<Session> {
  try {
    return await client.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { to: href }, replace: true })
  }
}

/** Everything of one organization, in the frame of the portal. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId',
  beforeLoad: async ({ context, location, params }) => {
    const shown = organizationQuery(params.organizationId)
    // Asked at the same time as the session; its failure is handled below.
    if (mayHaveSession()) void context.client.prefetchQuery(shown)
    await signedIn(context, location.href)
    await context.client.ensureQueryData(shown).catch((error: unknown) => {
      // The organization requires codes, and the person sets them up in the profile.
      if (error instanceof ApiProblem && error.reason === 'CODES_REQUIRED') throw redirect({ to: '/profile' })
      throw error
    })
  },
  component: Shell,
  errorComponent: PageProblem,
  notFoundComponent: NotFoundPage,
  pendingComponent: PagePending,
})
