#include "models/operations/jsontext.h"

#include "models/query/operationtext.h"
#include "worker/json/jsonscanner.h"
#include "worker/json/jsonstring.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString sentence(JsonScanner::Fault fault)
{
    using Fault = JsonScanner::Fault;
    switch (fault) {
    case Fault::None:
        return OperationText::tr("Something follows the value.");
    case Fault::NoValue:
        return OperationText::tr("A value is expected.");
    case Fault::NoName:
        return OperationText::tr("A name in double quotes is expected.");
    case Fault::NoColon:
        return OperationText::tr("A colon is missing.");
    case Fault::NoCommaOrBrace:
        return OperationText::tr("A comma or } is missing.");
    case Fault::NoCommaOrBracket:
        return OperationText::tr("A comma or ] is missing.");
    case Fault::NoDigit:
        return OperationText::tr("A digit is expected.");
    case Fault::LeadingZero:
        return OperationText::tr("A number cannot begin with 0.");
    case Fault::ControlCharacter:
        return OperationText::tr("A line break or tab within quotes must be written \\n or \\t.");
    case Fault::UnknownEscape:
        return OperationText::tr("There is no such escape.");
    case Fault::NoHexadecimalDigit:
        return OperationText::tr("\\u needs four hexadecimal digits.");
    case Fault::TooDeep:
        return OperationText::tr("It is nested too deeply.");
    }
    Q_UNREACHABLE();
}

} // namespace

std::optional<JsonProblem> jsonProblem(const QByteArray &text)
{
    JsonScanner scanner(text);
    if (scanner.value() && scanner.isAtEnd())
        return std::nullopt;
    JsonProblem problem;
    problem.offset = scanner.position();
    const QByteArray before = text.left(problem.offset);
    problem.line = int(before.count('\n')) + 1;
    problem.column = int(QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size()) + 1;
    problem.message
        = scanner.isAtEnd() ? OperationText::tr("It ends too early.") : sentence(scanner.fault());
    return problem;
}

QByteArray formattedJson(const QByteArray &text)
{
    QByteArray result;
    int depth = 0;
    const auto newLine = [&] { result.append('\n').append(QByteArray(depth * 2, ' ')); };
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (JsonScanner::isSpace(c))
            continue;
        if (c == '"') {
            const qsizetype end = jsonStringEnd(text, at);
            result += text.mid(at, end - at);
            at = end - 1;
        } else if (c == '{' || c == '[') {
            qsizetype next = at + 1;
            while (next < text.size() && JsonScanner::isSpace(text[next]))
                ++next;
            result += c;
            if (next < text.size() && (text[next] == '}' || text[next] == ']')) {
                result += text[next];
                at = next;
                continue;
            }
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            --depth;
            newLine();
            result += c;
        } else if (c == ',') {
            result += c;
            newLine();
        } else if (c == ':') {
            result += ": ";
        } else {
            result += c;
        }
    }
    return result;
}

QByteArray compactJson(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace yardmaster
