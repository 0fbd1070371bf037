#include "models/cron/linediff.h"

#include <algorithm>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostEdits = 1500;

struct Step
{
    DiffLine::Kind kind;
    int before; // indexes, from 0
    int after;
};

/// Myers' greedy search for the shortest edit; false if it is longer than kMostEdits.
bool shortestEdit(const QStringList &a, int aBegin, int aEnd, const QStringList &b, int bBegin,
                  int bEnd, std::vector<Step> *steps)
{
    const int n = aEnd - aBegin;
    const int m = bEnd - bBegin;
    const int most = std::min(n + m, kMostEdits);
    const int offset = most + 1;
    std::vector<int> furthest(size_t(2 * most + 3), 0);
    std::vector<std::vector<int>> trace;
    for (int d = 0; d <= most; ++d) {
        // Only what the next round can have touched is kept.
        trace.emplace_back(furthest.begin() + offset - d - 1, furthest.begin() + offset + d + 2);
        for (int k = -d; k <= d; k += 2) {
            const auto at = [&](int diagonal) { return *(furthest.cbegin() + offset + diagonal); };
            int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
            while (x < n && x - k < m && a[aBegin + x] == b[bBegin + x - k])
                ++x;
            *(furthest.begin() + offset + k) = x;
            if (x < n || x - k < m)
                continue;
            // Walk back.
            int y = x - k;
            std::vector<Step> reversed;
            for (int depth = d; depth > 0; --depth) {
                const std::vector<int> &row = trace[size_t(depth)];
                const auto was
                    = [&](int diagonal) { return *(row.cbegin() + diagonal + depth + 1); };
                const int here = x - y;
                const bool isDown
                    = here == -depth || (here != depth && was(here - 1) < was(here + 1));
                const int from = isDown ? here + 1 : here - 1;
                const int fromX = was(from);
                const int fromY = fromX - from;
                while (x > fromX && y > fromY && x > (isDown ? fromX : fromX + 1)) {
                    --x;
                    --y;
                    reversed.push_back({DiffLine::Kind::Same, aBegin + x, bBegin + y});
                }
                if (isDown)
                    reversed.push_back({DiffLine::Kind::Added, aBegin + fromX, bBegin + fromY});
                else
                    reversed.push_back({DiffLine::Kind::Removed, aBegin + fromX, bBegin + fromY});
                x = fromX;
                y = fromY;
            }
            while (x > 0 && y > 0) {
                --x;
                --y;
                reversed.push_back({DiffLine::Kind::Same, aBegin + x, bBegin + y});
            }
            steps->insert(steps->end(), reversed.rbegin(), reversed.rend());
            return true;
        }
    }
    return false;
}

} // namespace

LineDiff diffLines(const QString &before, const QString &after, int context)
{
    const QStringList a = before.split(u'\n');
    const QStringList b = after.split(u'\n');
    const int shorter = int(std::min(a.size(), b.size()));
    int head = 0;
    while (head < shorter && a[head] == b[head])
        ++head;
    int tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    const int aEnd = int(a.size()) - tail;
    const int bEnd = int(b.size()) - tail;

    std::vector<Step> steps;
    steps.reserve(size_t(std::max(a.size(), b.size())));
    for (int i = 0; i < head; ++i)
        steps.push_back({DiffLine::Kind::Same, i, i});
    if (!shortestEdit(a, head, aEnd, b, head, bEnd, &steps)) {
        for (int i = head; i < aEnd; ++i)
            steps.push_back({DiffLine::Kind::Removed, i, head});
        for (int i = head; i < bEnd; ++i)
            steps.push_back({DiffLine::Kind::Added, aEnd, i});
    }
    for (int i = 0; i < tail; ++i)
        steps.push_back({DiffLine::Kind::Same, aEnd + i, bEnd + i});

    // What is far from every change is folded.
    std::vector<bool> isNear(steps.size(), false);
    size_t done = 0; // everything before is decided
    for (size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind == DiffLine::Kind::Same)
            continue;
        const size_t last = std::min(steps.size() - 1, i + size_t(context));
        for (size_t j = std::max(done, i - std::min(i, size_t(context))); j <= last; ++j)
            isNear[j] = true;
        done = last + 1;
    }
    LineDiff diff;
    for (size_t i = 0; i < steps.size(); ++i) {
        const Step &step = steps[i];
        if (!isNear[i]) {
            if (diff.lines.isEmpty() || diff.lines.last().kind != DiffLine::Kind::Gap)
                diff.lines << DiffLine{DiffLine::Kind::Gap, 0, 0, {}, 0};
            ++diff.lines.last().skipped;
            continue;
        }
        switch (step.kind) {
        case DiffLine::Kind::Removed:
            ++diff.removed;
            diff.lines << DiffLine{step.kind, step.before + 1, 0, a[step.before], 0};
            break;
        case DiffLine::Kind::Added:
            ++diff.added;
            diff.lines << DiffLine{step.kind, 0, step.after + 1, b[step.after], 0};
            break;
        default:
            diff.lines << DiffLine{step.kind, step.before + 1, step.after + 1, a[step.before], 0};
        }
    }
    return diff;
}

} // namespace yardmaster
