// Runs after an installation in a checkout and before a package is packed. An installation must not fail for want of a bundle.
import { createRequire } from 'node:module'

function hasBundler() {
  try {
    createRequire(import.meta.url).resolve('rolldown')
    return true
  } catch {
    return false
  }
}

if (hasBundler()) {
  const { ensureBundle } = await import('./bundle.ts')
  // A package contains only its own bundle.
  await ensureBundle(process.argv.includes('--alone') ? { kept: 1 } : {})
} else {
  process.stdout.write(
    'quittance: no bundle was made, because development dependencies were not installed; the service runs from its sources and starts a little later.\n',
  )
}
