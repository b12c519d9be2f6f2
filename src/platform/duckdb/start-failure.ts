/** One sentence on why the engine did not start. */
export function startFailureSentence(folder: string, reason: string): string {
  return `The embedded record engine cannot start on ${folder}: ${plainReason(reason)}.`
}

function plainReason(reason: string): string {
  if (/Conflicting lock|Could not set lock/.test(reason)) {
    return 'another process is using this folder'
  }
  if (/No space left on device/.test(reason)) return 'the disk is full'
  if (/Permission denied/.test(reason)) return 'permission on this folder is missing'
  if (/newer (?:version of )?DuckDB|storage version/i.test(reason)) {
    return 'its file was written by a newer Quittance'
  }
  return (reason.split('\n')[0] ?? '').replace(/[.\s]+$/, '')
}
