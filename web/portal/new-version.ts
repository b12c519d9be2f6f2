import { type ComponentType, createElement, lazy, useState } from 'react'
import { PAGE_VERSION } from './page-facts.ts'

const RELOADED = 'quittance-reloaded'
const MISSING = /dynamically imported module|module script failed|preload CSS|error loading dynamically/i

/** Browsers have no class for this failure, only sentences. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message)
}

/**
 * After an upgrade the files of the former version are gone. The page reloads once to get the new ones; if that did not
 * help, it says so instead of reloading forever.
 */
export function reloadOnceIfOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    const page = `${PAGE_VERSION} ${document.querySelector('script[type=module]')?.getAttribute('src') ?? ''}`
    if (reloadedFrom() === page) return
    try {
      sessionStorage.setItem(RELOADED, page)
    } catch {
      // Without a place to remember it, a reload could repeat forever.
      return
    }
    location.reload()
  })
}

function reloadedFrom(): string | null {
  try {
    return sessionStorage.getItem(RELOADED)
  } catch {
    return null
  }
}

/**
 * A page in a file of its own, which the router loads while the page's data is loading. A loaded page is shown without
 * `lazy`, which would show a placeholder first.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  const Lazy = lazy(async () => ({ default: await load() }))
  let Loaded: ComponentType | undefined
  function LazyPage() {
    // The same one for as long as it is shown: another one would start again.
    const [Shown] = useState(() => Loaded ?? Lazy)
    return createElement(Shown)
  }
  return Object.assign(LazyPage, {
    preload: async () => {
      Loaded = await load()
    },
  })
}
