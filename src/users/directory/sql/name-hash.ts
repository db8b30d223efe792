/**
 * What stands for a name that somebody typed, whether somebody has it or not. Its case is Postgres's to fold, as where a name
 * is looked for (users/directory/sql/person-by-name.ts): JavaScript folds some letters to others (İ, ß, Σ), and each such spelling would
 * have its own count.
 * @param name the SQL of it, without spaces around it
 */
export const nameHash = (name: string): string => `sha256(convert_to(lower(${name}), 'UTF8'))`;
