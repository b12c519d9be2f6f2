import type { createPortalRouter } from './routes.tsx'

/** Longer than most pages take. */
const BLANK_MS_MAX = 1_000

/**
 * Loads the data and the code of the page that was asked for at the same time, before anything is shown. A placeholder
 * in between would keep the page waiting: React shows what follows one 300 ms later at the earliest. A page that takes
 * long gets its placeholder.
 */
export async function loadFirstPage(router: ReturnType<typeof createPortalRouter>): Promise<void> {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    // The router asks for it again, and shows the failure.
    void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined)
  }
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, BLANK_MS_MAX))
  await Promise.race([router.load(), tooLong])
}
