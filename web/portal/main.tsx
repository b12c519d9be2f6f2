import './styles.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isLanguage } from '../../src/kernel/language.ts'
import { ApiProblem, ConnectionLost } from './api/api-problem.ts'
import { createQueryClient } from './api/query-client.ts'
import { mayHaveSession } from './api/session-gate.ts'
import { loadFirstPage } from './first-load.ts'
import { reloadOnceIfOutdated } from './new-version.ts'
import { createPortalRouter } from './routes.tsx'
import { sessionQuery } from './session/session.ts'
import { WordingProvider } from './words/wording-provider.tsx'
import { loadWords } from './words/words.ts'

async function start(element: HTMLElement): Promise<void> {
  reloadOnceIfOutdated()
  const client = createQueryClient()
  // Asked while the texts are loading; the routes await it.
  if (mayHaveSession()) void client.prefetchQuery(sessionQuery)
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en-US'
  const router = createPortalRouter(client)
  const [words] = await Promise.all([loadWords(language), loadFirstPage(router)])
  createRoot(element, { onCaughtError: reportUnexpected }).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <WordingProvider language={language} words={words}>
            <RouterProvider router={router} />
          </WordingProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

/** Refusals of the service and lost connections have their own screens; anything else is a bug for the console. */
function reportUnexpected(error: unknown): void {
  if (!(error instanceof ApiProblem || error instanceof ConnectionLost)) reportError(error)
}

const element = document.getElementById('portal')
if (element !== null) void start(element)
