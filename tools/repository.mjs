/**
 * Where the sources can be read, as far as the build is told: by its environment, or by GitHub where
 * it builds. Nothing of it stands in the repository, which may be copied to anywhere.
 */

/**
 * @param {Record<string, string | undefined>} env `RAFT_ATLAS_REPOSITORY` names it
 * @returns {string} the repository's address without a slash at its end, or ""
 */
export function repositoryOf(env = process.env) {
  const { RAFT_ATLAS_REPOSITORY, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (RAFT_ATLAS_REPOSITORY) return RAFT_ATLAS_REPOSITORY.replace(/\/+$/, "");
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : "";
}

/**
 * @param {Record<string, string | undefined>} env `GITHUB_SHA` names the commit
 * @returns {string} what goes before the path of a file, or ""
 */
export function sourcesOf(env = process.env) {
  const repository = repositoryOf(env);
  return repository === "" ? "" : `${repository}/blob/${env.GITHUB_SHA ?? "main"}/`;
}
