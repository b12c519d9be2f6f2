import { writeFile } from 'node:fs/promises'
import { makeSbom } from './sbom.ts'

/** Writes the software bill of materials, for a release or a scanner: `npm run sbom [file]`. */
const file = process.argv[2] ?? 'sbom.cdx.json'
const sbom = await makeSbom()
await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
process.stdout.write(`${file}: ${sbom.components.length} packages, CycloneDX ${sbom.specVersion}\n`)
