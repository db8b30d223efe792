import type { Ajv2020 } from 'ajv/dist/2020.js';
import { refusalOfShownText, type ShownText } from '../../lib/shown-text.ts';

/**
 * Has a validator of requests judge `x-text` of the contract. The keyword is not a `format`: validators that read our contract
 * may reject formats that they do not know.
 */
export function addTextKeyword(ajv: Ajv2020): void {
  const judge = (kind: ShownText, text: string): boolean => {
    const refusal = refusalOfShownText(text, kind);
    if (refusal === undefined) {
      delete validate.errors;
      return true;
    }
    validate.errors = [{ keyword: 'x-text', message: refusal, params: {} }];
    return false;
  };
  const validate: typeof judge & { errors?: object[] } = judge;
  ajv.addKeyword({ keyword: 'x-text', type: 'string', schemaType: 'string', validate, errors: true });
}
