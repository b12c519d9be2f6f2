// Runs after an installation in a checkout and before a package is packed. An installation must not fail for want of a build.
import { createRequire } from 'node:module'

function has(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

if (has('rolldown')) {
  const { ensureBundle } = await import('./bundle.ts')
  // A package contains only its own bundle.
  await ensureBundle(process.argv.includes('--alone') ? { kept: 1 } : {})
} else {
  process.stdout.write(
    'quittance: no bundle was made, because development dependencies were not installed; the service runs from its sources and starts a little later.\n',
  )
}

if (has('vite') && has('@vitejs/plugin-react')) {
  const { ensurePortal } = await import('./build-portal.ts')
  await ensurePortal()
} else {
  process.stdout.write('quittance: the portal was not built; to get it, run `npm install --include=dev`.\n')
}
