import { Copy, ExternalLink, FileDown, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { QrImage } from '../../ui/qr-image.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Invoice } from './queries.ts'

/** The link to copy, to scan or to open, and the PDF. */
export function PaymentLink({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords('detail')
  const api = useApi()
  const copy = useCopyLink(invoice)
  const [isQrOpen, setQrOpen] = useState(false)
  const { paymentLink, invoiceNumber } = invoice.invoiceInformation
  const isDraft = invoice.status === 'DRAFT'
  const takesPayment = !isDraft && invoice.status !== 'CANCELED'
  return (
    <section className="card payment-link" aria-labelledby="payment-link">
      <h2 id="payment-link">{words.paymentLink}</h2>
      <a className="one-line" href={paymentLink} target="_blank" rel="noreferrer">
        {paymentLink}
      </a>
      {isDraft && <p className="help">{words.draftLink}</p>}
      <div className="actions">
        <Button kind="plain" isCompact onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          {words.copyLink}
        </Button>
        {takesPayment && (
          <Button kind="plain" isCompact onClick={() => setQrOpen(true)}>
            <QrCode size={16} aria-hidden="true" />
            {words.showQr}
          </Button>
        )}
        <a
          className={buttonClass({ kind: 'plain', isCompact: true })}
          href={paymentLink}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink size={16} aria-hidden="true" />
          {words.openPage}
        </a>
        <a
          className={buttonClass({ kind: 'plain', isCompact: true })}
          href={api.link(`/invoicing/v2/invoices/${encodeURIComponent(invoiceNumber)}/pdf`)}
          download
        >
          <FileDown size={16} aria-hidden="true" />
          {words.pdf}
        </a>
      </div>
      <Dialog isOpen={isQrOpen} onClose={() => setQrOpen(false)} title={words.qrTitle}>
        <QrImage text={paymentLink} label={words.qrText({ number: invoiceNumber })} />
        <p className="quiet">{words.qrText({ number: invoiceNumber })}</p>
        <DialogActions>
          <Button onClick={() => setQrOpen(false)}>{words.close}</Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}

export function useCopyLink({ invoiceInformation }: Pick<Invoice, 'invoiceInformation'>): () => void {
  const words = useWords('detail')
  return () => {
    void navigator.clipboard.writeText(invoiceInformation.paymentLink).then(() => showToast(words.linkCopied))
  }
}
