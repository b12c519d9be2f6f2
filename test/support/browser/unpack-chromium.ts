// A program of its own: the package unpacks into the temporary folder of the process it runs in.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

const packageFolder = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))

await chromium.executablePath()
// System libraries that a bare machine may lack.
await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
