import addFormatsModule from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OpenAPIBackend, ValidationContext } from 'openapi-backend';
import { describeFew } from './few-errors.ts';
import { addTextKeyword } from './text-keyword.ts';

// The module's own types describe a CommonJS default that Node does not give.
const addFormats = addFormatsModule as unknown as (typeof addFormatsModule)['default'];

/** openapi-backend knows the schemas of OpenAPI 3.0 only; ours is linted when it is built. */
class Backend extends OpenAPIBackend {
  override validateDefinition(): typeof this.document {
    return this.document;
  }
}

const options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  code: { process: describeFew, optimize: false },
};

/** Compiles single schemas for values of requests. */
export function schemaCompiler(): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats(ajv);
  addTextKeyword(ajv);
  return ajv;
}

/** Makes the validators of a document with openapi-backend. Each is compiled at its first use. */
export async function openValidators(document: object) {
  /** One Ajv of each kind compiles them all. */
  const shared = new Map<string, Ajv2020>();
  const backend = new Backend({
    // Its types are those of a document without JSON Schema 2020-12.
    definition: document as never,
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: { ...options, useDefaults: true, addUsedSchema: false },
    customizeAjv: (_stock, given, context) => {
      const kind = `${context}:${String(given?.coerceTypes)}`;
      let ajv = shared.get(kind);
      if (!ajv) {
        ajv = new Ajv2020(given);
        addFormats(ajv);
        // Values that were stored before the rule may still stand in responses.
        if (context === ValidationContext.RequestBody) addTextKeyword(ajv);
        shared.set(kind, ajv);
      }
      return ajv;
    },
  });
  await backend.init();
  const { router, validator } = backend;
  const known = new Map(router.getOperations().map((operation) => [operation.operationId, operation]));
  router.getOperation = (id) => known.get(id);
  return { validator, known };
}
