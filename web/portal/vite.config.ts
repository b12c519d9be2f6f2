import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const WORDS_OF_LANGUAGE = /\/portal\/words\/[^/]+\/(\w\w-\w+)\.ts$/
const VIEW_LIBRARIES = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\//

/** The service writes the page that loads these files, so there is no index.html: it reads the manifest. */
export default defineConfig({
  root: here('.'),
  // Assets name each other by relative paths, because the base URL of an installation may have a path.
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The browsers that know light-dark(); for older targets the build would write every color twice.
    target: ['chrome123', 'firefox135', 'safari18.4'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: here('main.tsx'),
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'words',
              name: (id) => WORDS_OF_LANGUAGE.exec(id)?.[1]?.replace(/^/, 'words-') ?? null,
              priority: 2,
              // A function that several languages share would stand in one of them, and load it for all.
              includeDependenciesRecursively: false,
            },
            { name: 'view', test: VIEW_LIBRARIES, priority: 1 },
          ],
        },
      },
    },
  },
})
