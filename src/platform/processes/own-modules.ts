import { registerHooks } from 'node:module'

const SOURCES = new URL('../../', import.meta.url).href

/**
 * Resolves imports between our own files by their names alone. For each of several thousand imports Node would ask the
 * file system whether the file exists, what links lead to it, and which package it belongs to.
 */
export function resolveOwnModules(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const { parentURL } = context
      const isOwn = specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.startsWith(SOURCES)
      if (!isOwn) return nextResolve(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true }
    },
  })
}
