// pure
import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AmountRefusal, type Owed, refusalSentence } from './payable.ts'

/** Refuses the amount of a payment; a payment page says in the payer's language why. */
export class AmountNotPayable extends AppError {
  readonly refusal: AmountRefusal

  constructor(owed: Owed, refusal: AmountRefusal) {
    const { kind, code, message, details } = actionNotAllowed(refusalSentence(owed, refusal), ['amount'])
    super(kind, code, message, details)
    this.refusal = refusal
  }
}
