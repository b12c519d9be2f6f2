import { registerHooks } from 'node:module'

const SOURCES = new URL('../../', import.meta.url).href

/**
 * Resolves relative imports by their names alone, in our own files and in packages. For each of several thousand imports
 * Node would ask the file system whether the file exists, what links lead to it, and which package it belongs to.
 */
export function resolveRelativeImports(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const { parentURL, conditions } = context
      // A `require` may leave the extension out.
      const isRelative = specifier.startsWith('.') && parentURL !== undefined && conditions.includes('import')
      if (!isRelative || !/\.(ts|mjs|js)$/.test(specifier)) return nextResolve(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: formatOf(specifier, parentURL), shortCircuit: true }
    },
  })
}

/** Undefined where the package decides. */
function formatOf(specifier: string, parentURL: string): string | undefined {
  if (specifier.endsWith('.mjs')) return 'module'
  return specifier.endsWith('.ts') && parentURL.startsWith(SOURCES) ? 'module-typescript' : undefined
}
