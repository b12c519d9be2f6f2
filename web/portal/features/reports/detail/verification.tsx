import { ApiProblem } from '../../../api/api-problem.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { type Report, useVerify, type Verified } from '../queries.ts'

/** Whether the stored file is the one that was made, and whether the records of today would give the same. */
export function VerificationPart({ report: { manifest, reportId } }: { readonly report: Report }) {
  const words = useWords('reports')
  const { data, mutate, isPending, error } = useVerify(reportId)
  if (manifest === undefined) return null
  return (
    <section className="card verification" aria-labelledby="verification">
      <h2 id="verification">{words.verify}</h2>
      <p className="quiet small">{words.verifyText}</p>
      <div>
        <Button kind="plain" isCompact onClick={() => mutate()} isBusy={isPending} busyLabel={words.verifying}>
          {words.verify}
        </Button>
      </div>
      <div role="status">
        {error !== null && <VerifyProblem error={error} />}
        {data !== undefined && error === null && <Result verified={data} />}
      </div>
    </section>
  )
}

function VerifyProblem({ error }: { readonly error: Error }) {
  const words = useWords('reports')
  const isTooLarge = error instanceof ApiProblem && error.reason === 'REPORT_TOO_LARGE'
  return <p className="notice warning">{isTooLarge ? words.verifyTooLarge : words.verifyFailed}</p>
}

function Result({ verified }: { readonly verified: Verified }) {
  const words = useWords('reports')
  const format = useFormat()
  const { file, isReproduced, rowsThen, rowsNow, changes, verifiedTime } = verified
  const rows = { file: format.count(rowsThen), today: format.count(rowsNow) }
  return (
    <>
      <p className={file === 'intact' ? 'notice success' : 'notice'}>{words.fileStates[file]}</p>
      <p className={isReproduced ? 'notice success' : 'notice warning'}>
        {isReproduced ? words.reproduced : words.notReproduced(rows)}
      </p>
      {changes.length > 0 && <Changes verified={verified} />}
      <p className="quiet small">{words.verified({ time: format.instant(verifiedTime) })}</p>
    </>
  )
}

function Changes({ verified: { changes, areAllListed } }: { readonly verified: Verified }) {
  const words = useWords('reports')
  const format = useFormat()
  const { length } = changes
  return (
    <>
      <table className="table changes-table" aria-label={words.changesSince({ count: length, text: String(length) })}>
        <thead>
          <tr>
            <th scope="col">{words.record}</th>
            <th scope="col">{words.change}</th>
            <th scope="col">{words.merchant}</th>
            <th scope="col">{words.occurred}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ merchantId, recordId, change, occurredAt }) => (
            <tr key={`${merchantId} ${recordId} ${change}`}>
              <td className="main value">{recordId}</td>
              <td>{words.changeKinds[change]}</td>
              <td className="value">{merchantId}</td>
              <td>{format.instant(occurredAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!areAllListed && <p className="quiet small">{words.changesCut}</p>}
    </>
  )
}
