// Runs on any Node: if install scripts are disabled, npm falls back to the machine's older Node.
const [major] = process.versions.node.split('.')
if (Number(major) < 26) {
  process.stderr.write(
    `quittance: this is Node ${process.versions.node}, not the pinned Node 26, because install scripts were switched off; run "npm rebuild --ignore-scripts=false" and try again.\n`,
  )
  process.exit(1)
}
