#!/usr/bin/env bash
# Replaces three nodes of an older commit by those of this folder, one after the other, under load:
#   it-tests/upgrade.sh [COMMIT]     the newest one before HEAD that can be built, unless it is given
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
old=$(mktemp -d)
trap 'rm -rf "$old"' EXIT
git clone --quiet "$root" "$old/build"
for commit in ${1:-$(git -C "$root" rev-list --first-parent --skip=1 --max-count=20 HEAD)}; do
  commit=$(git -C "$root" rev-parse --verify "$commit^{commit}")
  git -C "$old/build" checkout --quiet --force "$commit"
  # No release has been made yet, so all commits have one version: the members of the cluster are to have two.
  sed -i "0,/-SNAPSHOT</s/<version>[^<]*-SNAPSHOT</<version>0.0.1-SNAPSHOT</" "$old"/build/pom.xml "$old"/build/*/pom.xml
  if "$old/build/build" -q -pl sm-node -am -DskipTests clean package; then
    echo "from $(git -C "$root" log -1 --format='%h %s' "$commit"), version 0.0.1-SNAPSHOT"
    # A build that knows no TLS and one that does can be members of one cluster only without it.
    plain=true
    [ -d "$old/build/sm-node/src/main/java/io/dateline/sm/tls" ] && plain=false
    "$root/build" -q -pl it-tests -am verify -Dtest=none -Dit.test=RollingUpgradeIT -Dupgrade.from="$old/build" -Dupgrade.plain=$plain \
      -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
    exit
  fi
done
echo "no commit before this one can be built" >&2
exit 1
