/**
 * One sentence on why the engine did not start. The engine tells its callers only that it failed, and writes the reason to
 * its standard error, so that both are read.
 */
export function startFailureSentence(
  folder: string,
  reason: string,
  complaints: readonly string[],
): string {
  const complaint = complaints.findLast((line) => line.includes('DB::Exception'))
  return `The embedded ClickHouse engine cannot start on ${folder}: ${plainReason(reason, complaint)}.`
}

function plainReason(reason: string, complaint: string | undefined): string {
  const text = complaint ?? reason
  if (text.includes('Another server instance')) return 'another process is using this folder'
  if (/No space left|NOT_ENOUGH_SPACE/.test(text)) return 'the disk is full'
  if (/Permission denied|ACCESS_DENIED/.test(text)) return 'permission on this folder is missing'
  return text.replace(/^Code: \d+\. DB::Exception: /, '').replace(/[.\s]+$/, '')
}
