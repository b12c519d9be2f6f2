import { CARD_TYPES, MANDATE_TYPES, REDEMPTION_TYPES, SEC_CODES } from '../codes/code-lists.ts'
import { CARD_VERIFICATIONS } from '../codes/result-codes.ts'
import { accountSuffix, choice, code, country, date, group, identifier, text } from '../make-group.ts'

export const PAYMENT_METHOD = group(13, 'PaymentMethod', 'The payment method.', {
  AccountSuffix: accountSuffix('Last four digits of the card or bank account.'),
  BankAccountName: text(255, 'Holder of the bank account.', { isPersonal: true }),
  BankCode: choice(50, 'Code of the customer’s bank.'),
  BoletoBarCodeNumber: text(100, 'Number below the bar code of a payment slip.', { isRare: true }),
  BoletoNumber: identifier(50, 'Number of a payment slip.', { isRare: true }),
  CardCategory: choice(100, 'Product of the card, such as gold or business, in words.'),
  CardCategoryCode: choice(10, 'Code of the card’s product.'),
  CardType: code(CARD_TYPES, 'Scheme of the card.', { lengthMax: 50 }),
  CheckNumber: identifier(50, 'Number of the check.'),
  ExpirationMonth: choice(2, 'Month in which the card expires, in two digits.'),
  ExpirationYear: choice(4, 'Year in which the card expires, in four digits.'),
  IssueNumber: text(10, 'Issue number of the card, on some debit cards.', {
    isRare: true,
  }),
  MandateId: identifier(50, 'Number of the mandate for direct debits.', { isRare: true }),
  MandateType: code(MANDATE_TYPES, 'Whether the mandate is for one debit or for several.', {
    isRare: true,
  }),
  SignatureDate: date('Day on which the mandate was signed.', { isRare: true }),
  StartMonth: choice(2, 'Month from which the card is valid, in two digits.', { isRare: true }),
  StartYear: choice(4, 'Year from which the card is valid, in four digits.', { isRare: true }),
  WalletType: choice(50, 'Wallet from which the customer paid.'),
  AdditionalCardType: code(CARD_TYPES, 'Second scheme of a co-badged card.', {
    lengthMax: 50,
    isRare: true,
  }),
})

export const PAYMENT_FIELDS = group(14, 'PaymentFields', 'The card as the fraud check saw it.', {
  AccountSuffix: accountSuffix('Last four digits of the card.'),
  CardBIN: identifier(8, 'First six or eight digits of the card number.'),
  CardBINCountry: country('Country in which the card was issued, as a two-letter code.'),
  CardIssuer: choice(255, 'Bank that issued the card.'),
  CardScheme: choice(50, 'Scheme of the card, found by its number.'),
  CardType: code(CARD_TYPES, 'Scheme of the card, as the merchant sent it.', { lengthMax: 50 }),
  CardVerificationResult: code(CARD_VERIFICATIONS, 'Whether the card verification number matches the card.'),
})

export const BANK_INFO = group(15, 'BankInfo', 'The customer’s bank.', {
  Address: text(50, 'Address of the bank.'),
  BranchCode: choice(50, 'Code of the branch, for accounts without an IBAN.'),
  City: choice(50, 'City of the bank.'),
  Country: choice(50, 'Country of the bank.'),
  Name: choice(50, 'Name of the bank.'),
  SwiftCode: choice(50, 'International code of the bank (SWIFT or BIC).'),
})

export const CHECK = group(16, 'Check', 'Payment by electronic check.', {
  BankTransitNumber: choice(20, 'Routing number of the customer’s bank.'),
  AccountEncoderID: choice(20, 'Key with which the bank encoded the account number.'),
  SecCode: code(SEC_CODES, 'How the customer authorized the electronic check.', { lengthMax: 10 }),
})

export const FUND_TRANSFER = group(17, 'FundTransfer', 'Payment by bank transfer.', {
  BankCheckDigit: text(10, 'Check digit of the account number, for accounts without an IBAN.'),
  IbanIndicator: choice(10, 'Whether the account was given as an IBAN.'),
})

/** Lengths and names are the specification's own. */
export const GIFT_CARD = group(18, 'GiftCard', 'Payment with a gift card.', {
  CurrentBalance: text(12, 'Balance of the gift card after the request.', {
    aliases: ['GiftCard.Current Balance'],
  }),
  PreviousBalance: text(12, 'Balance of the gift card before the request; not every processor returns it.', {
    aliases: ['GiftCard.Previous Balance'],
  }),
  RedemptionType: code(
    REDEMPTION_TYPES,
    'What to do if the balance of the gift card is too low; not every processor supports it.',
    {
      lengthMax: 26,
      defaultCode: 'REDEMPTION_PARTIAL_ALLOWED',
      aliases: ['GiftCard.Redemption Type'],
    },
  ),
})

export const TMS_TOKEN = group(19, 'TMSToken', 'Tokens that stand for stored data.', {
  PaymentInstrumentID: identifier(32, 'Token of the stored card or account with its address.'),
  InstrumentIdentifierID: identifier(32, 'Token of the stored card or account number only.'),
  ShippingAddressID: identifier(32, 'Token of the stored delivery address.'),
})

export const TOKEN = group(20, 'Token', 'Tokens of the card scheme.', {
  NetworkTokenTransType: choice(50, 'How a token of the card scheme was used.'),
  TokenCode: choice(50, 'Result of the use of the token.'),
})
