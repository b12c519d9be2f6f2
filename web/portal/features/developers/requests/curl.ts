// pure

type Asked = { readonly method: string; readonly path: string; readonly requestBody: string | null }

/** The command that sends the request again, with the reader's own key. */
export function curlOf({ method, path, requestBody }: Asked, origin: string): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${origin}${path}`)}`,
    `-H "Authorization: Bearer $QUITTANCE_KEY"`,
    ...(requestBody === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(requestBody)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** For a POSIX shell, where nothing inside single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
