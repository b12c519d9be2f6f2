import { readFileSync } from 'node:fs'
import { INCOMPLETE_FAMILIES, type LockFile, platformProblems } from './native-families.ts'

/** Fails when package-lock.json does not install on linux-x64 and linux-arm64 (glibc). */

const file = new URL('../package-lock.json', import.meta.url)
const problems = platformProblems(JSON.parse(readFileSync(file, 'utf8')) as LockFile)

for (const [name, reason] of INCOMPLETE_FAMILIES) {
  process.stdout.write(`check:platforms: ${name} is not checked: ${reason}\n`)
}
for (const problem of problems) process.stderr.write(`check:platforms: ${problem}\n`)
if (problems.length > 0) process.exitCode = 1
