import { parentPort } from 'node:worker_threads'
import { assert } from '../../kernel/assert.ts'
import { END_OF_THREAD } from '../processes/end-thread.ts'
import { PRIMARY } from './font-list.ts'
import { Fonts } from './fonts.ts'
import type { PrintRequest, PrintResponse } from './pdf-printer.ts'
import { qrModules } from './qr-modules.ts'
import { renderPdf } from './render-pdf.ts'

// Runs in a thread of its own, which keeps the fonts open: drawing a document takes tens of milliseconds.

assert(parentPort !== null, 'Documents are drawn in a worker thread.')
const port = parentPort
const fonts = new Fonts()
// Every document needs these. The thread starts when a page is opened, before its document is asked for.
for (const name of Object.values(PRIMARY)) fonts.get(name)

port.on('message', (request: PrintRequest | typeof END_OF_THREAD) => {
  if (request === END_OF_THREAD) port.close()
  else void print(request)
})

// The first code takes twenty times as long as later ones. A thread that is started for a document to come has that time.
qrModules(`https://example.org/pay/${'a'.repeat(64)}?version=v2.1`)

async function print({ id, content }: PrintRequest): Promise<void> {
  try {
    const bytes = await renderPdf(fonts, content)
    port.postMessage({ id, bytes } satisfies PrintResponse)
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    port.postMessage({ id, failure } satisfies PrintResponse)
  }
}
